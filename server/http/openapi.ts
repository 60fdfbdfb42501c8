import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { allRoutes } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'

type Schema = Record<string, unknown>

/** What a route's zod schema says, as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

const isVoid = (type: z.ZodType): boolean => type instanceof z.ZodVoid
const isUnknown = (type: z.ZodType): boolean => type instanceof z.ZodUnknown

function parameters(place: 'path' | 'query', type: z.ZodType): Schema[] {
  // A number in an address is text that is read as a number: what comes out of the reading says which.
  const { properties = {}, required = [] } = schemaOf(type, 'output') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

function operation(name: string, route: Route): Schema {
  const { access } = route
  const json = (schema: Schema): Schema => ({ 'application/json': { schema } })
  return {
    operationId: name,
    tags: [/^\/api\/([a-z-]+)/i.exec(route.path)?.[1] ?? 'other'],
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.rawBody
      ? { requestBody: { content: { '*/*': {} } } }
      : !isUnknown(route.body) && {
          requestBody: { required: true, content: json(schemaOf(route.body, 'input')) },
        }),
    responses: {
      200: {
        description: 'Done',
        ...(isVoid(route.response)
          ? { content: { '*/*': {} } }
          : { content: json(schemaOf(route.response, 'output')) }),
      },
      default: {
        description: 'An error, with a stable code',
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    },
    security:
      access === 'everyone' ? [] : route.bySession ? [{ session: [] }] : [{ token: [] }, { session: [] }],
    ...(access === 'administrator' && { description: 'For administrators.' }),
  }
}

/** The OpenAPI 3.1 document of every call in the contract. */
export function describeApi(version: string): Schema {
  const paths: Record<string, Schema> = {}
  for (const [name, route] of allRoutes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Meeting appliance',
      version,
      description:
        'Scripts send an API token: "Authorization: Bearer appliance_…". People make them in Settings, administrators with `npx appliance people tokens add`. Where nobody signs in (APPLIANCE_ACCESS local or open) none is needed.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-appliance' },
      },
    },
  }
}
