/** What goes to the thread of a connection, and what comes back. */

/** How a connection is opened. */
export type Opened = {
  readonly file: string;
  readonly isReader: boolean;
  /** How long it waits for another writer, in this process or in another. */
  readonly busyMs: number;
};

export type Asked = { readonly id: number; readonly sql: string; readonly parameters: readonly unknown[] };

export type Answer = {
  readonly id: number;
  readonly result?: { readonly rows: object[]; readonly changes?: number };
  /** With the extended result code of SQLite. */
  readonly error?: { readonly message: string; readonly code?: number };
};
