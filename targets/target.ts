/** The form of a target file: written with `target()`. */
import type { Bindings } from '../contracts/bindings.ts';
import type { PartnerClause } from '../contracts/partner-clause.ts';
import type { Levers, Target } from '../contracts/target.ts';

/** A value that stands in the environment, because it is a secret or differs from machine to machine. */
export type FromEnvironment = { readonly fromEnvironment: string; readonly otherwise?: number };

/** Names the environment variable that holds a value: a number, where one is given that counts otherwise. */
export const env = (name: string, otherwise?: number): FromEnvironment => ({
  fromEnvironment: name,
  ...(otherwise !== undefined && { otherwise }),
});

/** As `clause()` gives it; its id is checked when the file is loaded. */
type WrittenClause = Omit<PartnerClause, 'id' | 'section' | 'flow'> & {
  readonly id: string;
  readonly section?: string;
  readonly flow?: object;
};

type Text = string | FromEnvironment;
type CredentialsDefinition = { readonly clientId: Text; readonly clientSecret: Text };

/** What a person writes; all that is not required has a default. */
export type TargetDefinition = {
  readonly name: string;
  readonly baseUrl: Text;
  readonly credentials: CredentialsDefinition;
  readonly otherPartner?: CredentialsDefinition | undefined;
  readonly revision?: string;
  readonly may?: Target['may'];
  readonly limits?: { readonly [Limit in keyof Target['limits']]?: number | FromEnvironment };
  readonly evidence?: Partial<Target['evidence']>;
  readonly voidWindowMs?: number;
  readonly aviaPath?: Target['aviaPath'];
  readonly known?: Target['known'];
  /** A function when the levers are reached under the address of the target. */
  readonly levers?: Levers | ((baseUrl: string) => Levers);
  /** How this service spells the bodies that the interface does not show (docs/use/bindings.md). */
  readonly bindings?: Bindings;
  /** Clauses besides those of the documentation, each written with `clause()` (docs/use/bindings.md). */
  readonly clauses?: readonly WrittenClause[];
};

/** Types a target file; it is validated when it is loaded, so that a mistake is reported in one line. */
export const target = (definition: TargetDefinition): TargetDefinition => definition;
