ALTER TABLE "account_changes" DROP CONSTRAINT "account_changes_kind";--> statement-breakpoint
ALTER TABLE "identity_provider"."recoveries" ADD COLUMN "browser" text;--> statement-breakpoint
CREATE INDEX "recoveries_browser" ON "identity_provider"."recoveries" USING btree ("browser","sent_at");--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_kind" CHECK ("account_changes"."kind" in ('account-linked', 'account-unlinked', 'password-set', 'password-changed', 'email-changed', 'phone-changed', 'phone-confirmed', 'new-device'));