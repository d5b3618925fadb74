ALTER TABLE "agents" ADD COLUMN "generated_starters" jsonb;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "starters_due_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "agents_starters_due" ON "agents" ("starters_due_at") WHERE "starters_due_at" is not null;