import type { Schema, Schemas } from './schema-values.ts';

interface MediaType {
  readonly schema?: Schema;
  /** Of a form's files, by field. */
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

export interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>;
}

/** An OpenAPI document, as far as this project writes it. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

export interface DescribedCall {
  /** Method and path, such as `GET /parts/{partId}`. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The calls of a document. */
export const callsOf = ({ paths }: OpenApiDocument): DescribedCall[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([lowerCase, operation]) => {
      const method = lowerCase.toUpperCase();
      return { key: `${method} ${path}`, method, path, operation };
    }),
  );
