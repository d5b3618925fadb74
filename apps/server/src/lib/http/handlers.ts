// The type of a router: one handler per call of a noun's contract.
import type { Readable } from 'node:stream'
import type { AnyContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import type { Ctx } from '../ctx.ts'
import type { StreamAnswer } from './streams/stream.ts'

type Streams<P extends AnyContractProcedure> = P['~orpc']['outputSchema'] extends undefined ? true : false
type Input<P extends AnyContractProcedure> = InferSchemaOutput<NonNullable<P['~orpc']['inputSchema']>>
type Whole<P extends AnyContractProcedure> = InferSchemaInput<NonNullable<P['~orpc']['outputSchema']>>
/** Text may be a stream. */
type Output<P extends AnyContractProcedure> = Whole<P> | (Whole<P> extends string ? Readable : never)

/**
 * Calls with an output schema return plain data; streaming calls return a `StreamAnswer` that the request pipeline writes.
 */
export type Handlers<Api extends Record<string, AnyContractProcedure>> = {
  readonly [K in keyof Api]: (
    ctx: Ctx,
    input: Input<Api[K]>,
  ) => Streams<Api[K]> extends true ? Promise<StreamAnswer> : Promise<Output<Api[K]>>
}
