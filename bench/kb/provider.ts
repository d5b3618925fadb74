// A provider of models in a process of its own, as a real one would be: our simulator. The bench forks it.
import { startOpenAi } from '../../packages/simulators/src/openai/server.ts'
import { endWithParent } from '../run-as-child.ts'

endWithParent()
const { url } = await startOpenAi()
process.send?.({ url })
