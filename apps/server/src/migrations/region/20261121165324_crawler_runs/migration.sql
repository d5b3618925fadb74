ALTER TABLE "crawl_pages" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "crawl_pages" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "lease" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "hold_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "hold_pages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "deleted_at" timestamp with time zone;