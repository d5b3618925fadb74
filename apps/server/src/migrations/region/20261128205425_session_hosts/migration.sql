ALTER TABLE "client_links" ADD COLUMN "host" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "client_sessions" ADD COLUMN "host" text DEFAULT '' NOT NULL;