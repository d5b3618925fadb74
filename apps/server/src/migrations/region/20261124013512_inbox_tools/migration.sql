CREATE TABLE "saved_views" (
	"workspace_id" text,
	"kind" text,
	"person_id" text,
	"items" jsonb NOT NULL,
	CONSTRAINT "saved_views_pkey" PRIMARY KEY("workspace_id","kind","person_id")
);
--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD COLUMN "mentions" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX "saved_views_person" ON "saved_views" ("kind","person_id");