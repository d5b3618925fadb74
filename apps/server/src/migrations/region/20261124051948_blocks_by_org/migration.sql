DROP INDEX "blocked_visitors_workspace";--> statement-breakpoint
CREATE INDEX "blocked_visitors_visitor" ON "blocked_visitors" ("workspace_id","visitor_hash");--> statement-breakpoint
CREATE INDEX "blocked_visitors_subject" ON "blocked_visitors" ("workspace_id","subject") WHERE subject is not null;