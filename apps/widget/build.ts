// Builds the chat frame and the loader into dist/; `--watch` rebuilds on changes. `--renderer react` builds only the
// frame into dist-react/, with React instead of Preact.
import { build, mergeConfig, type UserConfig } from 'vite'
import { frame, loader, launcher } from './vite.config.ts'

const [, renderer] = /--renderer[ =](\w+)/.exec(process.argv.join(' ')) ?? []
const isWatching = process.argv.includes('--watch')

const run = (config: UserConfig) =>
  build({ configFile: false, ...mergeConfig(config, isWatching ? { build: { watch: {} } } : {}) })

/**
 * Builds mount-launcher.ts and returns its file name. In watch mode the name is constant, since the loader is not
 * rebuilt.
 */
async function buildStage(): Promise<string> {
  const name = { build: { rolldownOptions: { output: { entryFileNames: 'loader/mount-launcher.js' } } } }
  const made = await run(isWatching ? mergeConfig(launcher, name) : launcher)
  const outputs = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  return outputs.find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? 'loader/mount-launcher.js'
}

if (renderer === 'react') await run(frame('react'))
else {
  await run(frame())
  await run(loader(`/widget/${await buildStage()}`))
}
