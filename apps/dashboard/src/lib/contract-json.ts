// The contract as bundled: method and path of every call, without schemas.
import type { AnyContractRouter } from '@orpc/contract'
import routes, { type LeanRoutes } from 'virtual:contract'

const call = (route: object) => ({ '~orpc': { errorMap: {}, meta: {}, route } })

function grow(lean: LeanRoutes): unknown {
  if (typeof lean === 'string') {
    const [method, path] = lean.split(' ')
    return call({ method, path })
  }
  if ('~route' in lean) return call(lean['~route'] as object)
  return Object.fromEntries(Object.entries(lean).map(([name, inner]) => [name, grow(inner)]))
}

export const contract = grow(routes) as AnyContractRouter
