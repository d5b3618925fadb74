-- Agents made from templates and copies after a push showed pictures that were deleted with the original. The lock keeps
-- files from being deleted meanwhile by processes of the release before.
WITH "shown" AS (
  SELECT f."id", s."user_id"
  FROM (
    SELECT "workspace_id", "id" AS "user_id", "config"::text AS "config" FROM "agents"
    UNION ALL
    SELECT "workspace_id", 'template|' || "id", "config"::text FROM "agent_templates"
  ) s
  CROSS JOIN LATERAL regexp_matches(s."config", '/media/[a-z]+/([A-Za-z0-9]{20})[.]', 'g') AS m("found")
  JOIN "files" f ON f."id" = m."found"[1] AND f."workspace_id" = s."workspace_id"
  WHERE f."conversation_id" IS NULL AND f."visitor_hash" IS NULL
  FOR KEY SHARE OF f
)
INSERT INTO "file_uses" ("file_id", "agent_id")
SELECT DISTINCT "id", "user_id" FROM "shown"
ON CONFLICT DO NOTHING;
