ALTER TABLE "messages" ADD COLUMN "workspace_id" text;--> statement-breakpoint
UPDATE "messages" m SET "workspace_id" = c."workspace_id" FROM "conversations" c WHERE c."id" = m."conversation_id";--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "workspace_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin ("workspace_id",(coalesce(plain, items->0->>'text')) gin_trgm_ops) WITH (gin_pending_list_limit=256);
