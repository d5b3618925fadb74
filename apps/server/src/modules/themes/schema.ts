// Custom themes of workspaces, which their agents can use.
import { index, jsonb, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

const at = () => timestamp({ withTimezone: true, mode: 'date' })

export const customThemes = snakeCase.table(
  'custom_themes',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    name: text().notNull(),
    /** `CustomTheme` of the contract: ownerID, themeType, primary, nineColorPallet. */
    theme: jsonb().notNull(),
    createdAt: at().notNull(),
    updatedAt: at().notNull(),
  },
  (t) => [index('custom_themes_workspace').on(t.workspaceId, t.createdAt)],
)
