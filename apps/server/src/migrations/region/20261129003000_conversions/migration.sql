ALTER TABLE "analytics_events" ADD COLUMN "value" double precision;--> statement-breakpoint
ALTER TABLE "analytics_events" ADD COLUMN "currency" text;