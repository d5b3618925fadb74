ALTER TABLE "provider_gateways" ADD COLUMN "problem" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_gateways" ADD COLUMN "problem_at" timestamp with time zone;