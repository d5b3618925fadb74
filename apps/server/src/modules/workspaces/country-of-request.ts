import type { Ctx } from '../../lib/ctx.ts'

/** Two capital letters; undefined when unknown. Never rejects. */
export type CountryOf = (ip: string) => Promise<string | undefined>

/** Empty when unknown, and outside of requests. */
export const countryOfRequest = async ({ request }: Ctx, countryOf: CountryOf | undefined): Promise<string> =>
  (request && (await countryOf?.(request.ip))) ?? ''
