/** The models of the simulator and their capabilities. */

export type Model = {
  id: string
  /** The dated name in responses; the id by default. */
  snapshot?: string
  created: number
  chat: boolean
  /** Native length of its vectors; absent for models that only chat. */
  dimensions?: number
  /** The maximum of tokens per request. */
  context: number
  /** Refuses `max_tokens`, `stop` and any temperature but 1, as OpenAI's reasoning models do. */
  reasoning?: boolean
  /** OpenAI by default. */
  owner?: string
}

const MODELS: readonly Model[] = [
  { id: 'gpt-4o', snapshot: 'gpt-4o-2024-08-06', created: 1715367049, chat: true, context: 128_000 },
  { id: 'gpt-4o-mini', snapshot: 'gpt-4o-mini-2024-07-18', created: 1721172741, chat: true, context: 128_000 },
  { id: 'gpt-4.1', snapshot: 'gpt-4.1-2025-04-14', created: 1744316542, chat: true, context: 1_047_576 },
  { id: 'gpt-4.1-mini', snapshot: 'gpt-4.1-mini-2025-04-14', created: 1744318173, chat: true, context: 1_047_576 },
  { id: 'gpt-5', snapshot: 'gpt-5-2025-08-07', created: 1754425777, chat: true, context: 400_000, reasoning: true },
  { id: 'text-embedding-3-small', created: 1705948997, chat: false, dimensions: 1536, context: 8_191 },
  { id: 'text-embedding-3-large', created: 1705953180, chat: false, dimensions: 3072, context: 8_191 },
  { id: 'sandbox', created: 1735689600, chat: true, dimensions: 1536, context: 128_000, owner: 'parlance' },
]

/** Finds a model by its name or dated name. */
export const findModel = (id: string): Model | undefined =>
  MODELS.find((model) => model.id === id || model.snapshot === id)

/** The body of `GET /v1/models`. */
export const modelList = (): object => ({ object: 'list', data: MODELS.map(modelBody) })

/** The body of `GET /v1/models/{id}`. */
export const modelBody = ({ id, created, owner = 'system' }: Model): object => ({
  id,
  object: 'model',
  created,
  owned_by: owner,
})
