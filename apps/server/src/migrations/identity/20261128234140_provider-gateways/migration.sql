CREATE TABLE "provider_gateways" (
	"provider" text PRIMARY KEY,
	"node" text NOT NULL,
	"until" timestamp with time zone,
	"state" jsonb
);
