# Colours between RGB, HSV, HLS and YIQ.
print(rgb_to_hsv(0.2, 0.4, 0.4), hsv_to_rgb(0.5, 0.5, 0.4), rgb_to_hls(0.1, 0.2, 0.3), hls_to_rgb(0.6, 0.2, 0.5))
print(rgb_to_yiq(0.1, 0.2, 0.3), yiq_to_rgb(0.3, -0.1, 0.05), [hsv_to_rgb(i / 6, 1, 1) for i in range(7)])
