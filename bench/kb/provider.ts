// A model provider in its own process: our simulator, forked by the bench.
import { startOpenAi } from '../../packages/simulators/src/openai/server.ts'
import { endWithParent } from '../run-as-child.ts'

endWithParent()
const { url } = await startOpenAi()
process.send?.({ url })
