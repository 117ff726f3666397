import type { Connection, PoolClient, Submittable } from 'pg';
import { isJsonType } from './value-formats.ts';

/**
 * An array is JSON to a json column and `{a,b}` to a text[] column, and only the server knows which
 * of them a statement means: it is asked first. PGlite does so by itself; pg would write `{a,b}`.
 */
export async function withJsonArrays(
  client: PoolClient,
  text: string,
  params: readonly unknown[],
): Promise<unknown[]> {
  if (!params.some((param) => Array.isArray(param))) return [...params];
  const types = await parameterTypes(client, text);
  return params.map((param, n) =>
    Array.isArray(param) && isJsonType(types[n]) ? JSON.stringify(param) : param,
  );
}

type ParameterDescription = { dataTypeIDs: number[] };

/** What pg calls on a query of one's own while its answer comes in. */
interface Question extends Submittable {
  handleRowDescription(): void;
  handleReadyForQuery(): void;
  handleError(error: unknown): void;
}

function parameterTypes(client: PoolClient, text: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let types: number[] = [];
    let ignore = () => {};
    const question: Question = {
      submit(connection: Connection) {
        const learn = ({ dataTypeIDs }: ParameterDescription) => (types = dataTypeIDs);
        connection.once('parameterDescription', learn);
        ignore = () => connection.off('parameterDescription', learn);
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription() {},
      handleReadyForQuery: () => resolve(types),
      handleError(error) {
        ignore();
        reject(error);
      },
    };
    client.query(question);
  });
}
