ALTER TABLE "calls" ADD COLUMN "direction" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "line_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "line" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "provider_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "carrier_status" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "answered_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "plan" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "transfer" jsonb;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "voice" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "call_agent_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "calls_provider" ON "calls" ("workspace_id","provider_id") WHERE provider_id <> '';--> statement-breakpoint
CREATE INDEX "phone_numbers_call_agent" ON "phone_numbers" ("call_agent_id") WHERE call_agent_id is not null;