// The identity database: workspace users, their sessions and memberships, and what finds the region of a request. Tables of
// modules other than accounts stand in their identity.schema.ts.
// After a change to its tables:
//   npm run migration -- identity what-changed
// For SQL that no table describes (an extension, a backfill) add --custom and write into the new migration.sql.

export default {
  dialect: 'postgresql',
  schema: ['./src/modules/accounts/**/*schema.ts', './src/modules/*/identity.schema.ts'],
  out: './src/migrations/identity',
}
