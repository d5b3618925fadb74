ALTER TABLE "documents" ADD COLUMN "credits_needed" bigint;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "credit_hold" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_holds" ADD COLUMN "rank" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_paused" ON "documents" ("workspace_id","created_at","id") WHERE "credits_needed" is not null;--> statement-breakpoint
CREATE INDEX "documents_indexing" ON "documents" ("workspace_id","created_at","id") WHERE "status" = 'indexing';