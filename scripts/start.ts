// `npm start`: builds what browsers load when it is missing or older than its sources, then runs the server in this process.
import { ensureBuilt } from './build.ts'

await ensureBuilt()
await import('../apps/server/src/main.ts')
