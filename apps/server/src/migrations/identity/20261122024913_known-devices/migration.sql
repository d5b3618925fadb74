CREATE TABLE "known_devices" (
	"user_id" text,
	"ip_address" text,
	"user_agent" text,
	"sign_ins" integer NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "known_devices_pkey" PRIMARY KEY("user_id","user_agent","ip_address")
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;