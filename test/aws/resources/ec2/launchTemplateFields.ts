import { type Fields, flag } from "../../double/fields";
import { tagList } from "../../double/tags";

const blockDevice: Fields = {
  deviceName: "DeviceName",
  noDevice: "NoDevice",
  virtualName: "VirtualName",
  ebs: {
    to: "Ebs",
    fields: {
      deleteOnTermination: flag("DeleteOnTermination"),
      encrypted: flag("Encrypted"),
      iops: "Iops",
      kmsKeyId: "KmsKeyId",
      snapshotId: "SnapshotId",
      throughput: "Throughput",
      volumeInitializationRate: "VolumeInitializationRate",
      volumeSize: "VolumeSize",
      volumeType: "VolumeType",
    },
  },
};

const networkInterface: Fields = {
  associateCarrierIpAddress: flag("AssociateCarrierIpAddress"),
  associatePublicIpAddress: flag("AssociatePublicIpAddress"),
  connectionTrackingSpecification: {
    to: "ConnectionTrackingSpecification",
    fields: {
      tcpEstablishedTimeout: "TcpEstablishedTimeout",
      udpStreamTimeout: "UdpStreamTimeout",
      udpTimeout: "UdpTimeout",
    },
  },
  deleteOnTermination: flag("DeleteOnTermination"),
  description: "Description",
  deviceIndex: "DeviceIndex",
  enaQueueCount: "EnaQueueCount",
  interfaceType: "InterfaceType",
  ipv4AddressCount: "SecondaryPrivateIpAddressCount",
  ipv4PrefixCount: "Ipv4PrefixCount",
  ipv6AddressCount: "Ipv6AddressCount",
  ipv6PrefixCount: "Ipv6PrefixCount",
  networkCardIndex: "NetworkCardIndex",
  networkInterfaceId: "NetworkInterfaceId",
  primaryIpv6: flag("PrimaryIpv6"),
  privateIpAddress: "PrivateIpAddress",
  securityGroups: "Groups",
  subnetId: "SubnetId",
};

const placement: Fields = {
  affinity: "Affinity",
  availabilityZone: "AvailabilityZone",
  groupId: "GroupId",
  groupName: "GroupName",
  hostId: "HostId",
  hostResourceGroupArn: "HostResourceGroupArn",
  partitionNumber: "PartitionNumber",
  spreadDomain: "SpreadDomain",
  tenancy: "Tenancy",
};

const spot: Fields = {
  blockDurationMinutes: "BlockDurationMinutes",
  instanceInterruptionBehavior: "InstanceInterruptionBehavior",
  maxPrice: "MaxPrice",
  spotInstanceType: "SpotInstanceType",
  validUntil: "ValidUntil",
};

const reservationTarget: Fields = {
  capacityReservationId: "CapacityReservationId",
  capacityReservationResourceGroupArn: "CapacityReservationResourceGroupArn",
};

/** The inputs that are part of a version of the template: AWS's RequestLaunchTemplateData. `instanceRequirements` and secondary interfaces are not here. */
export const versionFields: Fields = {
  blockDeviceMappings: { to: "BlockDeviceMappings", each: blockDevice },
  capacityReservationSpecification: {
    to: "CapacityReservationSpecification",
    fields: {
      capacityReservationPreference: "CapacityReservationPreference",
      capacityReservationTarget: { to: "CapacityReservationTarget", fields: reservationTarget },
    },
  },
  cpuOptions: {
    to: "CpuOptions",
    fields: { amdSevSnp: "AmdSevSnp", coreCount: "CoreCount", threadsPerCore: "ThreadsPerCore" },
  },
  creditSpecification: { to: "CreditSpecification", fields: { cpuCredits: "CpuCredits" } },
  disableApiStop: "DisableApiStop",
  disableApiTermination: "DisableApiTermination",
  ebsOptimized: flag("EbsOptimized"),
  enclaveOptions: { to: "EnclaveOptions", fields: { enabled: "Enabled" } },
  hibernationOptions: { to: "HibernationOptions", fields: { configured: "Configured" } },
  iamInstanceProfile: { to: "IamInstanceProfile", fields: { arn: "Arn", name: "Name" } },
  imageId: "ImageId",
  instanceInitiatedShutdownBehavior: "InstanceInitiatedShutdownBehavior",
  instanceMarketOptions: {
    to: "InstanceMarketOptions",
    fields: { marketType: "MarketType", spotOptions: { to: "SpotOptions", fields: spot } },
  },
  instanceType: "InstanceType",
  kernelId: "KernelId",
  keyName: "KeyName",
  licenseSpecifications: {
    to: "LicenseSpecifications",
    each: { licenseConfigurationArn: "LicenseConfigurationArn" },
  },
  maintenanceOptions: { to: "MaintenanceOptions", fields: { autoRecovery: "AutoRecovery" } },
  metadataOptions: {
    to: "MetadataOptions",
    fields: {
      httpEndpoint: "HttpEndpoint",
      httpProtocolIpv6: "HttpProtocolIpv6",
      httpPutResponseHopLimit: "HttpPutResponseHopLimit",
      httpTokens: "HttpTokens",
      instanceMetadataTags: "InstanceMetadataTags",
    },
  },
  monitoring: { to: "Monitoring", fields: { enabled: "Enabled" } },
  networkInterfaces: { to: "NetworkInterfaces", each: networkInterface },
  networkPerformanceOptions: {
    to: "NetworkPerformanceOptions",
    fields: { bandwidthWeighting: "BandwidthWeighting" },
  },
  placement: { to: "Placement", fields: placement },
  privateDnsNameOptions: {
    to: "PrivateDnsNameOptions",
    fields: {
      enableResourceNameDnsAaaaRecord: "EnableResourceNameDnsAAAARecord",
      enableResourceNameDnsARecord: "EnableResourceNameDnsARecord",
      hostnameType: "HostnameType",
    },
  },
  ramDiskId: "RamDiskId",
  securityGroupNames: "SecurityGroups",
  tagSpecifications: {
    to: "TagSpecifications",
    each: { resourceType: "ResourceType", tags: { to: "Tags", as: tagList } },
  },
  userData: "UserData",
  vpcSecurityGroupIds: "SecurityGroupIds",
};
