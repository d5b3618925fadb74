# The whole product in one image: docker build -t parlance . && docker run -p 3000:3000 -v parlance-data:/data parlance
FROM node:24-bookworm-slim
RUN mkdir /app /data && chown node:node /app /data
USER node
WORKDIR /app
COPY --chown=node:node . .
RUN npm ci --no-audit --no-fund && npm run build
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["npm", "start"]
