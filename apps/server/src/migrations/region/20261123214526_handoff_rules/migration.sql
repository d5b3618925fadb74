CREATE TABLE "handoff_presence" (
	"workspace_id" text,
	"kind" text,
	"person_id" text,
	"seen_at" timestamp(3) with time zone NOT NULL,
	"is_away" boolean DEFAULT false NOT NULL,
	"routed_at" timestamp(3) with time zone,
	CONSTRAINT "handoff_presence_pkey" PRIMARY KEY("workspace_id","kind","person_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "missed" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "handback" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "brief" jsonb;