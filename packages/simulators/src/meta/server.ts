/** Meta's simulator with all products: one Graph API, as at Meta. */
import { createPagesProduct } from '../meta-pages/product.ts'
import { createWhatsappWorld, type WhatsappWorld } from '../whatsapp/server.ts'
import { type GraphOptions, type GraphSimulator, startGraph } from './graph.ts'

export interface MetaSimulator extends GraphSimulator {
  readonly whatsapp: WhatsappWorld
}

export async function startMeta(options: Omit<GraphOptions, 'products'> = {}): Promise<MetaSimulator> {
  const whatsapp = createWhatsappWorld()
  const graph = await startGraph({ ...options, products: [whatsapp.product, createPagesProduct] })
  return { ...graph, whatsapp }
}
