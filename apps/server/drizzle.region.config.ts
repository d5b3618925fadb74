// The database of a region: everything a workspace owns.
// After a change to its tables, from apps/server:
//   npx drizzle-kit generate --config drizzle.region.config.ts --name what-changed
// For SQL that no table describes (an extension, a backfill) add --custom and write into the new migration.sql.
import { globSync } from 'node:fs'
import { defineConfig } from 'drizzle-kit'

const tables = globSync('src/modules/*/*.table.ts').filter((file) => !file.startsWith('src/modules/accounts/'))

export default defineConfig({
  dialect: 'postgresql',
  schema: tables.map((file) => `./${file}`),
  out: './src/migrations/region',
})
