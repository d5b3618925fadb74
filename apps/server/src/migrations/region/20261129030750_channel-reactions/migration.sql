CREATE TABLE "channel_reactions" (
	"identity_id" text NOT NULL,
	"conversation_id" text,
	"seq" integer,
	"by" text,
	"emoji" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "channel_reactions_pkey" PRIMARY KEY("conversation_id","seq","by")
);
--> statement-breakpoint
CREATE INDEX "channel_reactions_identity" ON "channel_reactions" ("identity_id");--> statement-breakpoint
ALTER TABLE "channel_reactions" ADD CONSTRAINT "channel_reactions_identity_id_external_identities_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "external_identities"("id") ON DELETE CASCADE;