vcl 4.1;

# Varnish as a cache between HAProxy (haproxy.cfg, with Varnish's address instead of the application's) and the application. Only HAProxy
# may reach it. TRUSTED_PROXIES contains the address of this Varnish. To strip the prefix, uncomment both `set bereq.url` here, not in
# HAProxy, because the cache's key needs it, and run the application with INGRESS_STRIPS_PREFIX=true.
#
#   varnishd -a 127.0.0.1:6081 -f /etc/varnish/web.vcl -s malloc,256m
#     -p http_gzip_support=off      brotli stays brotli: otherwise Varnish rewrites Accept-Encoding
#     -p http_range_support=off     the application does not serve ranges
#     -p http_req_hdr_len=16k       the application's limit of header fields
#     -p backend_idle_timeout=50    shorter than the application's 60 s
#     -p pipe_timeout=3600          WebSocket
#
backend web {
  .host = "127.0.0.1";
  .port = "8080";
  .connect_timeout = 5s;
  # Longer than the application's 60 s of silence.
  .first_byte_timeout = 75s;
  .between_bytes_timeout = 75s;
}

sub vcl_recv {
  # Removes HAProxy's address, which Varnish appended: the browser's remains.
  set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",[^,]*$", "");
  # Calls are not cached. With return (pipe), uploads, events and WebSockets pass unchanged, and the application notices when the
  # browser leaves; with return (pass) it would not.
  if (req.url ~ "^/web/api(?:[/?]|$)") {
    return (pipe);
  }
  # For other paths Cache-Control decides: assets are cached, the shell is not. Varnish understands only one ETag, not a list.
  if (req.http.If-None-Match ~ ",") {
    return (pass);
  }
  # An asset is the same for every browser; with a cookie, Varnish would not cache it.
  if (req.url ~ "^/web/assets/") {
    unset req.http.Cookie;
  }
}

# Strips the path as it was sent: %2F, dots and doubled slashes are unchanged.
sub vcl_backend_fetch {
  # set bereq.url = regsub(bereq.url, "^/web/?", "/");
}

sub vcl_pipe {
  # set bereq.url = regsub(bereq.url, "^/web/?", "/");
  if (req.http.Upgrade) {
    set bereq.http.Upgrade = req.http.Upgrade;
    set bereq.http.Connection = "Upgrade";
  }
}

sub vcl_deliver {
  unset resp.http.X-Varnish;
}
