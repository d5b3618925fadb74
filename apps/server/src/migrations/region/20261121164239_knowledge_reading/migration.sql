ALTER TABLE "documents" ADD COLUMN "source_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_uploads" ON "documents" ("workspace_id","created_at") WHERE "source_type" = 'file';--> statement-breakpoint
CREATE INDEX "documents_crawl" ON "documents" ("crawl_id") WHERE "crawl_id" <> '';