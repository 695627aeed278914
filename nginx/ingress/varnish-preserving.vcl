vcl 4.1;

# Varnish as a cache between HAProxy (haproxy-preserving.cfg, with Varnish's address for the application's) and the application,
# keeping the prefix. Nobody but HAProxy may reach it. The application runs with its defaults; TRUSTED_PROXIES names this Varnish.
#
#   varnishd -a 127.0.0.1:6081 -f /etc/varnish/web.vcl -s malloc,256m
#     -p http_gzip_support=off      brotli stays brotli: otherwise Varnish rewrites Accept-Encoding
#     -p http_range_support=off     ranges are no part of what the application answers
#     -p http_req_hdr_len=16k       header fields as large as the application takes them
#     -p backend_idle_timeout=50    shorter than the application's 60 s
#     -p pipe_timeout=3600          WebSocket
#
backend web {
  .host = "127.0.0.1";
  .port = "8080";
  .connect_timeout = 5s;
  # Longer than the application's 60 s without a word.
  .first_byte_timeout = 75s;
  .between_bytes_timeout = 75s;
}

sub vcl_recv {
  # Varnish has appended HAProxy's address: what HAProxy wrote is the browser's.
  set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",[^,]*$", "");
  # Calls are none of a cache's business. Passed on byte for byte, uploads, events and WebSockets are as they were sent, and the
  # application is told when a browser leaves: with return (pass) it would not be.
  if (req.url ~ "^/web/api(?:[/?]|$)") {
    return (pipe);
  }
  # For all else Cache-Control says what is kept: assets are, the shell is not. Of a list of ETags, Varnish knows one.
  if (req.http.If-None-Match ~ ",") {
    return (pass);
  }
  # An asset is the same for everybody; with a cookie, Varnish would not keep it.
  if (req.url ~ "^/web/assets/") {
    unset req.http.Cookie;
  }
}

sub vcl_pipe {
  if (req.http.Upgrade) {
    set bereq.http.Upgrade = req.http.Upgrade;
    set bereq.http.Connection = "Upgrade";
  }
}

sub vcl_deliver {
  unset resp.http.X-Varnish;
}
