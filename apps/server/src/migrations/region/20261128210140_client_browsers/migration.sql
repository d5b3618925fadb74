CREATE TABLE "client_browsers" (
	"client_id" text,
	"browser_hash" text,
	"used_at" timestamp(3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp(3) with time zone,
	"guessed_at" timestamp(3) with time zone,
	CONSTRAINT "client_browsers_pkey" PRIMARY KEY("client_id","browser_hash")
);
--> statement-breakpoint
CREATE INDEX "client_browsers_used" ON "client_browsers" ("used_at");--> statement-breakpoint
ALTER TABLE "client_browsers" ADD CONSTRAINT "client_browsers_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;