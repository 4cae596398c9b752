/** The commands of a page of docs/, block by block, without what is said beside them. */
export const commandBlocks = (page: string): string[][] =>
  [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) =>
    block
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +# /)[0]?.trim() ?? ''),
  );
