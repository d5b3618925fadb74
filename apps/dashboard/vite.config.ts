// Builds the dashboard; the contract reaches the browser as plain JSON, so that no schema library is shipped.
import { minifyContractRouter } from '@orpc/contract'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contract } from '../../packages/core/src/contract.ts'

const ID = 'virtual:contract'

/** `virtual:contract` is the minified contract: method and path of every call. */
export function contractJson(): Plugin {
  return {
    name: 'contract-json',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(minifyContractRouter(contract))}` : undefined),
  }
}

/** Pages and parts of pages that use a module before it belongs to what is loaded first. */
const SHARED_BY = 12

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractJson()],
  build: {
    target: 'es2024',
    // Fonts must stay files: the content policy allows no data: fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What most pages share comes in one file instead of dozens of a few hundred bytes, which also pack worse.
        codeSplitting: {
          groups: [
            { name: 'shared', test: /node_modules|src\/(ui|i18n)\/|packages\/core\//, minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
})
