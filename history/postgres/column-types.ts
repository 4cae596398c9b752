/** The columns of the migrations as PostgreSQL has them, so that what is written of them is written once. */
import {
  type ColumnDefinitionNode,
  type DataTypeNode,
  GeneratedNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  RawNode,
} from 'kysely';

class ColumnTypes extends OperationNodeTransformer {
  /** Text is compared by its bytes, as SQLite does, and not as the language of the database has it: pages and ranges rest on it. */
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const { autoIncrement, ...made } = super.transformColumnDefinition(node);
    const { dataType } = made.dataType as DataTypeNode;
    const isText = dataType === 'text' || dataType?.startsWith('varchar');
    return {
      ...made,
      ...(isText && { dataType: RawNode.createWithSql(`${dataType} collate "C"`) }),
      ...(autoIncrement && { generated: GeneratedNode.create({ identity: true, byDefault: true }) }),
    };
  }
}

export const columnTypes = (): KyselyPlugin => {
  const transformer = new ColumnTypes();
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
};
