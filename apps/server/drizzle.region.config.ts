// The database of a region: everything a workspace owns.
// After a change to its tables:
//   npm run migration -- region what-changed
// For SQL that no table describes (an extension, a backfill) add --custom and write into the new migration.sql.
import { globSync } from 'node:fs'

const tables = globSync('src/modules/**/*schema.ts').filter(
  (file) => !file.startsWith('src/modules/accounts/') && !file.endsWith('/identity.schema.ts'),
)

export default {
  dialect: 'postgresql',
  schema: tables.map((file) => `./${file}`),
  out: './src/migrations/region',
}
