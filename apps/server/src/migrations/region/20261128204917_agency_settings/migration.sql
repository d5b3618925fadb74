CREATE TABLE "agency_pictures" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"bytes" bytea NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agencies" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "agency_pictures_workspace" ON "agency_pictures" ("workspace_id","created_at");