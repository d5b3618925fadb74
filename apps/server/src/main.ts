// The entry point. Source maps must be enabled before the bundle is loaded; the flag --enable-source-maps would also
// load those of every library, which takes 30 MB.
import { setSourceMapsSupport } from 'node:module'

setSourceMapsSupport(true)
await import('./start.ts')
