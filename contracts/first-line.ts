/** The first line of what somebody threw: whoever reads it wants to know why, and not where. */

export const firstLineOf = (thrown: unknown): string =>
  String(thrown instanceof Error ? thrown.message : thrown).split('\n')[0] ?? '';
