/** Reads a unit of systemd, and checks it by the rules below: `systemd-analyze` is not on every machine. */
import { awaitMsMax, cleanUpMs } from '../../client/in-time.ts';
import { graceMs } from '../../monitor/run-monitor.ts';

type Setting = { readonly section: string; readonly key: string; readonly value: string };

/** Each setting in its order; a line that is none has no key. */
export const settingsOf = (unit: string): Setting[] => {
  let section = '';
  return unit.split('\n').flatMap((line): Setting[] => {
    if (line === '' || /^[#;]/.test(line)) return [];
    const [, named] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (named !== undefined) {
      section = named;
      return [];
    }
    const [, key = '', value = line] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return [{ section, key, value }];
  });
};

export const valueIn = (unit: string, wanted: string): string | undefined =>
  settingsOf(unit).findLast(({ key }) => key === wanted)?.value;

/** As much as is used here: what is misspelt is unknown, and systemd would only leave it out. */
const known: Readonly<Record<string, string>> = {
  Unit: 'Description Wants After StartLimitIntervalSec',
  Service: `Type User Group WorkingDirectory EnvironmentFile Environment ExecStart Restart RestartSec RestartPreventExitStatus
    KillMode KillSignal TimeoutStopSec WatchdogSec StateDirectory StateDirectoryMode CacheDirectory CacheDirectoryMode UMask
    MemoryMax TasksMax NoNewPrivileges CapabilityBoundingSet AmbientCapabilities ProtectSystem ProtectHome PrivateTmp
    PrivateDevices ProtectClock ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules
    ProtectKernelTunables ProtectProc ProcSubset RemoveIPC RestrictAddressFamilies RestrictNamespaces RestrictRealtime
    RestrictSUIDSGID LockPersonality SystemCallArchitectures SystemCallFilter SystemCallErrorNumber MemoryDenyWriteExecute`,
  Install: 'WantedBy',
};

const required: Readonly<Record<string, RegExp>> = {
  User: /^(?!root$)[a-z]+$/,
  ExecStart: /^\/\S+ monitor /,
  EnvironmentFile: /^\/\S+$/,
  Restart: /^always$/,
  // A database that is away for long must not end the watch.
  StartLimitIntervalSec: /^0$/,
  KillMode: /^mixed$/,
  KillSignal: /^SIGTERM$/,
  StateDirectory: /^\w+$/,
  UMask: /^0077$/,
  MemoryMax: /^\d+[MG]$/,
  NoNewPrivileges: /^yes$/,
  CapabilityBoundingSet: /^$/,
  ProtectSystem: /^strict$/,
  ProtectHome: /^yes$/,
  PrivateTmp: /^yes$/,
  PrivateDevices: /^yes$/,
  ProtectKernelTunables: /^yes$/,
  RestrictSUIDSGID: /^yes$/,
  SystemCallFilter: /@/,
  // A call that is refused is reported, and does not kill.
  SystemCallErrorNumber: /^EPERM$/,
  WantedBy: /^multi-user\.target$/,
};

/** With what breaks then. */
const forbidden: Readonly<Record<string, string>> = {
  WatchdogSec: 'the monitor does not report to systemd, which would kill it',
  MemoryDenyWriteExecute: 'Node compiles as it runs',
  ProcSubset: 'whether the owner of a slot still lives is read from /proc/sys',
};

const stopMsMin = graceMs + awaitMsMax + cleanUpMs;

/** @returns A line for each. */
export const wrongInUnit = (unit: string): string[] => {
  const settings = settingsOf(unit);
  const unknown = settings.filter(({ section, key }) => !known[section]?.split(/\s+/).includes(key));
  const unmet = Object.entries(required).filter(([key, form]) => !form.test(valueIn(unit, key) ?? '\n'));
  const present = Object.entries(forbidden).filter(([key]) => valueIn(unit, key) !== undefined);
  const secret = /(TOKEN|SECRET|PASSPHRASE|PASSWORD|KEY|DATABASE_URL)=/.exec(valueIn(unit, 'Environment') ?? '');
  const stopSeconds = Number(valueIn(unit, 'TimeoutStopSec'));
  return [
    ...unknown.map(({ section, key, value }) => `[${section}] has no ${key || value}`),
    ...unmet.map(([key, form]) => `${key} is to be ${form.source}`),
    ...present.map(([key, why]) => `${key}: ${why}`),
    ...(secret ? [`Environment shows a secret: ${secret[0]}`] : []),
    ...(stopSeconds * 1_000 > stopMsMin ? [] : [`TimeoutStopSec is to be longer than ${stopMsMin / 1_000}`]),
  ];
};
