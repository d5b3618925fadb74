// Builds the chat frame and the loader into dist/; with --watch it keeps doing so until stopped. With --renderer react it
// builds the frame alone, into dist-react/, drawn by React instead of Preact.
import { build, mergeConfig, type UserConfig } from 'vite'
import { frame, loader, launcher } from './vite.config.ts'

const [, renderer] = /--renderer[ =](\w+)/.exec(process.argv.join(' ')) ?? []
const isWatching = process.argv.includes('--watch')

const run = (config: UserConfig) =>
  build({ configFile: false, ...mergeConfig(config, isWatching ? { build: { watch: {} } } : {}) })

/** Builds mount-launcher.ts and answers the name of its file. While its source is watched the name stays, as nobody would tell the loader. */
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
