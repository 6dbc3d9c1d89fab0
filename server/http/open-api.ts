/** The OpenAPI document of the calls that are served, written from the same descriptors and shapes. */
import { apiBase, endpoints, type Endpoint, type EndpointName } from '#contract/calls/endpoints.ts';
import { apiErrorBody } from '#contract/errors.ts';
import { shapes, type Shape } from '#contract/calls/shapes.ts';
import { z } from '#lib/zod.ts';

type Schema = Record<string, unknown>;

function jsonSchema(shape: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Schema;
  return schema;
}

export function openApiDocument(served: readonly string[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const name of served) {
    const endpoint: Endpoint = endpoints[name as EndpointName];
    const shape: Shape = shapes[name as keyof typeof shapes];
    const path = (apiBase + endpoint.path).replace(/:(\w+)/g, '{$1}');
    const query = shape.query
      ? (jsonSchema(shape.query, 'input')['properties'] as Record<string, Schema> | undefined)
      : undefined;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId: name,
      summary: endpoint.id,
      parameters: [
        ...[...endpoint.path.matchAll(/:(\w+)/g)].map((match) => ({
          name: match[1],
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        ...Object.entries(query ?? {}).map(([parameter, schema]) => ({
          name: parameter,
          in: 'query',
          schema,
        })),
        ...(endpoint.replay === 'none'
          ? []
          : [
              {
                name: 'Idempotency-Key',
                in: 'header',
                required: endpoint.replay === 'required',
                schema: { type: 'string' },
              },
            ]),
      ],
      ...(shape.body
        ? { requestBody: { content: { 'application/json': { schema: jsonSchema(shape.body, 'input') } } } }
        : {}),
      responses: {
        200: {
          description: 'Success',
          ...(shape.response
            ? { content: { 'application/json': { schema: jsonSchema(shape.response, 'output') } } }
            : {}),
        },
        default: {
          description: 'Refusal',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Arimas Shop API', version: '2' },
    paths,
    components: { schemas: { Error: jsonSchema(apiErrorBody, 'output') } },
  };
}
