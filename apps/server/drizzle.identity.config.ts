// The identity database: workspace users, their sessions and memberships.
// After a change to its tables, from apps/server:
//   npx drizzle-kit generate --config drizzle.identity.config.ts --name what-changed
// For SQL that no table describes (an extension, a backfill) add --custom and write into the new migration.sql.
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/modules/accounts/*.table.ts',
  out: './src/migrations/identity',
})
