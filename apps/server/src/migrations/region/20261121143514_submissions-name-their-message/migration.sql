-- What a visitor sent from an item now names the message that showed it: of older ones the nearest answer before.
UPDATE "messages" m SET "submission" = m."submission" || jsonb_build_object('messageId', coalesce((
  SELECT a."id" FROM "messages" a
  WHERE a."conversation_id" = m."conversation_id" AND a."seq" < m."seq" AND a."author" = 'agent'
  ORDER BY a."seq" DESC LIMIT 1), ''))
WHERE m."submission" IS NOT NULL AND NOT m."submission" ? 'messageId';
