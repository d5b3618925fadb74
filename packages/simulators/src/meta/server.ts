/** The simulator of Meta with all its products: one Graph API, as with Meta. */
import { type GraphOptions, type GraphProduct, type GraphSimulator, type GraphTools, startGraph } from './graph.ts'

/** A product is a line here. */
const PRODUCTS: readonly ((tools: GraphTools) => GraphProduct)[] = []

export const startMeta = (options: Omit<GraphOptions, 'products'> = {}): Promise<GraphSimulator> =>
  startGraph({ ...options, products: PRODUCTS })
