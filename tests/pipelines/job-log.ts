/** What a job has printed, as GitHub shows it: secrets hidden, and commands obeyed unless they are switched off. */

export type Annotation = {
  readonly kind: string;
  readonly title: string;
  readonly file: string;
  readonly text: string;
};

export type JobLog = {
  /** A line, as it comes from a step. */
  take(line: string): void;
  hide(secret: string): void;
  readonly lines: readonly string[];
  readonly annotations: readonly Annotation[];
};

const commandForm = /^::([\w-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/;

const unescaped = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

const propertyOf = (properties: string, name: string): string =>
  unescaped(new RegExp(`(?:^|,)${name}=([^,]*)`).exec(properties)?.[1] ?? '');

export const jobLog = (): JobLog => {
  const [lines, annotations, secrets]: [string[], Annotation[], string[]] = [[], [], []];
  const hidden = (line: string): string => secrets.reduce((text, secret) => text.replaceAll(secret, '***'), line);
  const hide = (secret: string): void => {
    // Line by line, as they are printed.
    for (const line of [secret, ...secret.split('\n')]) if (line.trim() !== '') secrets.push(line);
    secrets.sort((one, other) => other.length - one.length);
  };
  let resumesWith: string | undefined;
  const obeyed = (line: string): void => {
    const [, command = '', properties = '', text = ''] = commandForm.exec(line) ?? [];
    if (resumesWith !== undefined) {
      if (line === `::${resumesWith}::`) resumesWith = undefined;
    } else if (command === 'stop-commands') resumesWith = text;
    else if (command === 'add-mask') hide(unescaped(text));
    else if (['error', 'warning', 'notice'].includes(command)) {
      const of = (name: string): string => propertyOf(properties, name);
      annotations.push({ kind: command, title: of('title'), file: of('file'), text: hidden(unescaped(text)) });
    }
  };
  return {
    take: (line) => {
      obeyed(line.trim());
      lines.push(hidden(line));
    },
    hide,
    lines,
    annotations,
  };
};
