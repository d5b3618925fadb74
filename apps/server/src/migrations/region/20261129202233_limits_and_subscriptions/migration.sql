ALTER TABLE "event_endpoints" ADD COLUMN "subscribed_since" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "external_identities" ADD COLUMN "received" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "external_identities" ADD COLUMN "received_since" timestamp with time zone;