drop table followup.thread_status;
